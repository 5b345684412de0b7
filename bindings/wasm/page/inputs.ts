// Dropped, chosen or pasted inputs as files with paths.
import type {Input} from './worker';

// What a browser gives for a dropped folder. Chromium opens entries only on pages from a server; Firefox and Safari have
// no handles.
type Handle = FileSystemFileHandle | FileSystemDirectoryHandle;
declare global {
  interface DataTransferItem {
    getAsFileSystemHandle?(): Promise<Handle | null>;
  }
  interface FileSystemDirectoryHandle {
    values(): AsyncIterable<Handle>;
  }
}

async function walkHandle(handle: Handle, path: string, into: Input[]): Promise<void> {
  if (handle.kind === 'file') into.push({path, blob: await handle.getFile(), folder: true});
  else for await (const one of handle.values()) await walkHandle(one, `${path}/${one.name}`, into);
}

async function walkEntry(entry: FileSystemEntry, into: Input[]): Promise<void> {
  if (entry.isFile) {
    const blob = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    into.push({path: entry.fullPath.replace(/^\//, ''), blob, folder: true});
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader gives its entries in portions.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return;
    for (const one of some) await walkEntry(one, into);
  }
}

export async function dropped(data: DataTransfer): Promise<Input[]> {
  // Items are there only until the event is over.
  const text = data.getData('text/plain');
  const items = [...data.items].filter(item => item.kind === 'file')
    .map(item => ({file: item.getAsFile(), entry: item.webkitGetAsEntry(), handle: item.getAsFileSystemHandle?.()}));
  const inputs: Input[] = [];
  for (const {file, entry, handle} of items) {
    if (!entry?.isDirectory) {
      if (file) inputs.push({path: file.name, blob: file, folder: false});
      continue;
    }
    const opened = await handle?.catch(() => null);
    if (opened) await walkHandle(opened, opened.name, inputs);
    else await walkEntry(entry, inputs);
  }
  if (!items.length && text.trim()) inputs.push(pasted(text));
  return inputs.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

export const chosen = (files: Iterable<File>): Input[] =>
  [...files].map(file => ({path: file.webkitRelativePath || file.name, blob: file, folder: Boolean(file.webkitRelativePath)}));

let texts = 0;
// Numbers of pasted texts begin again.
export const forgetPasted = (): void => {
  texts = 0;
};
export const pasted = (text: string): Input => ({path: ++texts === 1 ? 'pasted text' : `pasted text ${texts}`, blob: new Blob([text]), folder: false});

// Paths stay apart: if a path is there already, with another text, all that was added with it goes into a folder of its own, `2/`,
// so that files of one module stay together. The same file again is left out.
export function joined(old: Input[], added: Input[]): Input[] {
  const all = new Map(old.map(input => [input.path, input]));
  const stamp = ({blob}: Input) => `${blob.size} ${blob instanceof File ? blob.lastModified : ''}`;
  const same = (path: string, input: Input) => {
    const known = all.get(path);
    return known !== undefined && stamp(known) === stamp(input);
  };
  let within = '';
  for (let n = 2; added.some(input => all.has(within + input.path) && !same(within + input.path, input)); ++n) within = `${n}/`;
  const fresh: Input[] = [];
  for (const input of added) {
    // Files that were chosen together can have equal names, too.
    let path = within + input.path;
    if (all.has(path) && same(path, input)) continue;
    for (let n = 2; all.has(path); ++n) path = `${within}${n}/${input.path}`;
    const own = {...input, path};
    all.set(path, own);
    fresh.push(own);
  }
  return fresh;
}
