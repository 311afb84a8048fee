/** Callers that publish through the sandbox without a pause, and a ledger of what each of them was answered. */
import type { ReceivedRequest } from './receiver.ts';

export interface PublishLoad {
  /** Texts answered 201. */
  readonly acknowledged: Set<string>;
  /** Texts whose answer says that they are not on disk. */
  readonly refused: Set<string>;
  /** Texts of which it is not known, as their answer says or because there was none. */
  readonly unknown: Set<string>;
  /** Answers that are none of these, by status and message. */
  readonly wrong: string[];
  /** No caller begins another; resolves when all have been answered. */
  stop(): Promise<void>;
}

export interface PublishLoadOptions {
  /** Of the service. */
  readonly url: string;
  readonly key: string;
  readonly instanceNames: readonly string[];
  readonly callers: number;
}

let loads = 0;

export function startPublishLoad(options: PublishLoadOptions): PublishLoad {
  const load = loads++;
  const { url, key, instanceNames, callers } = options;
  const ledger = {
    acknowledged: new Set<string>(),
    refused: new Set<string>(),
    unknown: new Set<string>(),
    wrong: [] as string[],
  };
  let isStopped = false;

  async function publish(name: string, caller: number, text: string): Promise<void> {
    const response = await fetch(`${url}/sandbox/${name}/message`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'text', from: `5511999${10_000 + caller}`, text }),
    }).catch(() => null);
    if (response === null) return void ledger.unknown.add(text);
    const { error } = (await response.json()) as { error?: { message: string } };
    if (response.status === 201) ledger.acknowledged.add(text);
    else if (response.status !== 503) ledger.wrong.push(`${response.status} ${error?.message}`);
    else if (error?.message.includes('not known')) ledger.unknown.add(text);
    else {
      ledger.refused.add(text);
      // As the answer asks; a caller that does not listen would only measure refusals.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  const running = Array.from({ length: callers }, async (_, caller) => {
    const name = instanceNames[caller % instanceNames.length] ?? '';
    for (let count = 0; !isStopped; count++) {
      await publish(name, caller, `${load}-${caller}-${count}`);
    }
  });
  return {
    ...ledger,
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

/** The text of each message that a receiver got, and how often. */
export function textsIn(requests: readonly ReceivedRequest[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { body } of requests) {
    const text: string | undefined = JSON.parse(body).data.Message?.conversation;
    if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}
