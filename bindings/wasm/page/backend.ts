// The worker as the page sees it: asynchronous calls, progress, and cancellation.
import type {Api, Progress} from './worker';

type Result<T> = T extends Promise<infer R> ? R : T;
interface Waiting {
  done: (value: never) => void;
  fail: (fault: Error) => void;
}

export class Cancelled extends Error {}

export class Backend {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private number = 0;

  // `script` is the text of the worker, `wasm` the library.
  constructor(private readonly script: string, private readonly wasm: () => Promise<ArrayBuffer>,
    private readonly progress: (progress: Progress['progress']) => void) {}

  async start(): Promise<string> {
    const address = URL.createObjectURL(new Blob([this.script], {type: 'text/javascript'}));
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker.onmessage = ({data}: MessageEvent<Progress | {id: number; value?: never; fault?: string}>) => {
      if ('progress' in data) return this.progress(data.progress);
      const one = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.fault !== undefined) one?.fail(new Error(data.fault));
      else one?.done(data.value as never);
    };
    this.worker.onerror = event => this.end(new Error(event.message || 'the worker ended'));
    return this.call('start', await this.wasm());
  }

  call<M extends keyof Api>(method: M, ...args: Parameters<Api[M]>): Promise<Result<ReturnType<Api[M]>>> {
    return new Promise((done, fail) => {
      if (!this.worker) return fail(new Error('the library has stopped; press Clear, or reload the page'));
      const id = ++this.number;
      this.waiting.set(id, {done: done as Waiting['done'], fail});
      this.worker.postMessage({id, method, args});
    });
  }

  // Ends what is running; the next start begins with nothing.
  end(why: Error = new Cancelled('cancelled')): void {
    this.worker?.terminate();
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of waiting) one.fail(why);
  }
}
