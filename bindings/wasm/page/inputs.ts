// What is dropped, chosen or pasted, as files with paths.
import type {Input} from './worker';

async function entries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader(), all: FileSystemEntry[] = [];
  // A reader gives its entries in portions.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return all;
    all.push(...some);
  }
}

async function walk(entry: FileSystemEntry, folder: boolean, into: Input[]): Promise<void> {
  if (entry.isFile) {
    const blob = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    into.push({path: entry.fullPath.replace(/^\//, '') || entry.name, blob, folder});
  } else {
    for (const one of await entries(entry as FileSystemDirectoryEntry)) await walk(one, true, into);
  }
}

export async function dropped(data: DataTransfer): Promise<Input[]> {
  const inputs: Input[] = [];
  const roots = [...data.items].filter(item => item.kind === 'file').map(item => ({entry: item.webkitGetAsEntry(), file: item.getAsFile()}));
  const text = data.getData('text/plain');
  for (const {entry, file} of roots) {
    if (entry) await walk(entry, false, inputs);
    else if (file) inputs.push({path: file.name, blob: file, folder: false});
  }
  if (!roots.length && text) inputs.push(pasted(text));
  return inputs.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

export const chosen = (files: Iterable<File>): Input[] =>
  [...files].map(file => ({path: file.webkitRelativePath || file.name, blob: file, folder: Boolean(file.webkitRelativePath)}));

let texts = 0;
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
