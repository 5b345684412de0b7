// Archives are folders: the files in a .zip or a .tar, whose own compression `contents` undoes.
import {unzipSync} from 'fflate';
import {contents, MOST_CONTENTS} from './decompress';
import type {Input} from './worker';

const ZIP = /\.zip$/i, TAR = /\.(tar|tgz|tar\.(gz|zst))$/i;
export const isArchive = (path: string): boolean => ZIP.test(path) || TAR.test(path);

const BLOCK = 512;

// Names of more than 100 bytes are in the records before their file: `x` of POSIX, `L` of GNU.
function* untarred(bytes: Uint8Array): Generator<[name: string, content: Uint8Array]> {
  const text = (from: number, size: number) => new TextDecoder().decode(bytes.subarray(from, from + size)).replace(/\0.*$/s, '');
  let long = '';
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
    const size = parseInt(text(at + 124, 12).trim() || '0', 8), kind = text(at + 156, 1);
    if (!Number.isInteger(size) || size < 0 || at + BLOCK + size > bytes.length) throw new Error('a record is cut off');
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    if (kind === 'x') long = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(new TextDecoder().decode(content))?.[1] ?? '';
    else if (kind === 'L') long = new TextDecoder().decode(content).replace(/\0.*$/s, '');
    else {
      const prefix = text(at + 257, 5) === 'ustar' ? text(at + 345, 155) : '';
      if (kind === '' || kind === '0') yield [long || (prefix && `${prefix}/`) + text(at, 100), content];
      long = '';
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function unzipped(bytes: Uint8Array): [string, Uint8Array][] {
  let size = 0;
  return Object.entries(unzipSync(bytes, {filter: ({name, originalSize}) => {
    size += originalSize;
    if (size > MOST_CONTENTS) throw new Error(`more than ${MOST_CONTENTS} bytes of contents`);
    return !name.endsWith('/');
  }}));
}

export async function unpacked({path, blob}: Input, progress: (bytes: number) => void): Promise<Input[]> {
  try {
    const bytes = await contents(blob, progress);
    return [...ZIP.test(path) ? unzipped(bytes) : untarred(bytes)].filter(([name]) => !/(^|\/)(__MACOSX\/|\._)/.test(name))
      .map(([name, content]) => ({path: `${path}/${name.replace(/^(\.?\/)+/, '')}`, blob: new Blob([content as BlobPart]), folder: true}));
  } catch (fault) {
    throw new Error(`the archive is damaged, so nothing of it is read: copy it again (${fault instanceof Error ? fault.message : String(fault)})`);
  }
}
