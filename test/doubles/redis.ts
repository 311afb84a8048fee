/** A Redis that has hashes and nothing else, for clients that read them: HELLO, SELECT and HSCAN of its protocol. */

export interface RedisDouble {
  readonly url: string;
  /** Every command it was given, in upper case. */
  readonly commands: string[];
  stop(): void;
}

/** Fields of one answer; as the real one, it gives some of them twice. */
const PER_ANSWER = 3;

/** `hashes` by key, fields in order. `password`: what clients must bring. */
export function startRedisDouble(
  hashes: Readonly<Record<string, readonly (readonly [string, string])[]>>,
  password: string,
): RedisDouble {
  const commands: string[] = [];
  const answer = ([command = '', ...words]: string[]): string => {
    commands.push(command.toUpperCase());
    switch (command.toUpperCase()) {
      case 'HELLO':
        return words.includes(password) ? `%1\r\n${bulk('proto')}:3\r\n` : '-WRONGPASS no\r\n';
      case 'SELECT':
        return '+OK\r\n';
      case 'HSCAN':
        return scan(hashes[words[0] ?? ''] ?? [], Number(words[1]));
      default:
        return `-ERR unknown command ${command}\r\n`;
    }
  };
  const server = Bun.listen<{ text: string }>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open: (socket) => {
        socket.data = { text: '' };
      },
      data: (socket, bytes) => {
        const read = requestsIn(socket.data.text + bytes.toString('latin1'));
        socket.data.text = read.rest;
        socket.write(read.requests.map(answer).join(''));
      },
    },
  });
  return {
    url: `redis://:${password}@127.0.0.1:${server.port}/6`,
    commands,
    stop: () => server.stop(true),
  };
}

function scan(fields: readonly (readonly [string, string])[], cursor: number): string {
  const end = cursor + PER_ANSWER;
  const part = fields.slice(Math.max(0, cursor - 1), end).flat();
  const next = end >= fields.length ? 0 : end;
  return `*2\r\n${bulk(String(next))}*${part.length}\r\n${part.map(bulk).join('')}`;
}

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

/** Whole requests, each a list of texts, and what has come of the next one. Texts are ASCII here. */
function requestsIn(text: string): { requests: string[][]; rest: string } {
  const requests: string[][] = [];
  let rest = text;
  for (;;) {
    const [head, count] = /^\*(\d+)\r\n/.exec(rest) ?? [];
    if (head === undefined) return { requests, rest };
    const words: string[] = [];
    let at = head.length;
    while (words.length < Number(count)) {
      const [length, size] = /^\$(\d+)\r\n/.exec(rest.slice(at)) ?? [];
      const end = at + (length?.length ?? 0) + Number(size) + 2;
      if (length === undefined || end > rest.length) return { requests, rest };
      words.push(rest.slice(at + length.length, end - 2));
      at = end;
    }
    requests.push(words);
    rest = rest.slice(at);
  }
}
