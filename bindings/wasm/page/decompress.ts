// What is in a file: of `.gz` and `.zst` the contents, of all others the bytes themselves.
import {Decompress} from 'fzstd';

// As for the command: contents of compressed files, and other files.
export const MOST_CONTENTS = 2 ** 30;
export const MOST_BYTES = 2 ** 31 - 2 ** 20;

const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;
const isZstd = (head: Uint8Array): boolean => head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd;

class Pieces {
  private readonly list: Uint8Array[] = [];
  private size = 0;
  add(piece: Uint8Array): void {
    this.size += piece.length;
    if (this.size > MOST_CONTENTS) throw new Error(`more than ${MOST_CONTENTS} bytes of contents`);
    this.list.push(piece);
  }
  joined(): Uint8Array {
    const all = new Uint8Array(this.size);
    let at = 0;
    for (const piece of this.list) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }
}

function damaged(format: string, fault: unknown): never {
  const why = fault instanceof Error ? fault.message : String(fault);
  if (why.startsWith('more than ')) throw fault;
  throw new Error(`the ${format} file is cut off or damaged, so nothing of it is read: copy it again (${why})`);
}

async function each(stream: ReadableStream<Uint8Array>, take: (piece: Uint8Array) => void): Promise<void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const {done, value} = await reader.read();
      if (done) return;
      take(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

// `progress` gets the bytes of the file that were read.
export async function contents(blob: Blob, progress: (bytes: number) => void): Promise<Uint8Array> {
  const head = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  let read = 0;
  const count = (piece: Uint8Array): void => progress(read += piece.length);
  if (isGzip(head)) {
    const pieces = new Pieces();
    const counted = new TransformStream<Uint8Array, Uint8Array>({transform(piece, to) {
      count(piece);
      to.enqueue(piece);
    }});
    const unpacked = blob.stream().pipeThrough(counted).pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>);
    await each(unpacked, piece => pieces.add(piece)).catch((fault: unknown) => damaged('gzip', fault));
    return pieces.joined();
  }
  if (isZstd(head)) {
    const pieces = new Pieces();
    const unpacker = new Decompress(piece => pieces.add(piece));
    await each(blob.stream(), piece => {
      unpacker.push(piece);
      count(piece);
    }).then(() => unpacker.push(new Uint8Array(0), true)).catch((fault: unknown) => damaged('Zstandard', fault));
    return pieces.joined();
  }
  if (blob.size > MOST_BYTES) throw new Error(`larger than ${MOST_BYTES} bytes`);
  const all = new Uint8Array(blob.size);
  let at = 0;
  await each(blob.stream(), piece => {
    all.set(piece, at);
    at += piece.length;
    count(piece);
  });
  return all.subarray(0, at);
}
