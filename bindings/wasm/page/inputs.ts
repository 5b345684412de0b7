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

// Paths stay apart: a second file of a name gets a number, unless it is the same file again.
export function joined(old: Input[], added: Input[]): Input[] {
  const all = new Map(old.map(input => [input.path, input]));
  const fresh: Input[] = [];
  const stamp = ({blob}: Input) => `${blob.size} ${blob instanceof File ? blob.lastModified : ''}`;
  const roots = new Map<string, string>();
  for (const input of added) {
    const [root = ''] = input.path.split('/');
    let path = (roots.get(root) ?? root) + input.path.slice(root.length);
    const same = all.get(path);
    if (same && stamp(same) === stamp(input)) continue;
    for (let n = 2; all.has(path); ++n) {
      roots.set(root, `${root} (${n})`);
      path = roots.get(root)! + input.path.slice(root.length);
    }
    const own = {...input, path};
    all.set(path, own);
    fresh.push(own);
  }
  return fresh;
}
