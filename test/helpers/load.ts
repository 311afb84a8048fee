/** Many texts that arrive at an instance of the sandbox, each by a call of its own. */

/** Posts to `/sandbox/{instanceName}/message`; resolves with the answer. */
type Post = (message: object) => Promise<{ readonly status: number }>;

interface Load {
  readonly messages: number;
  /** The number of contacts who write in turn. */
  readonly chats?: number;
  /** The number of calls at a time. */
  readonly width?: number;
}

/** Resolves when all are on disk; rejects when one is refused. */
export async function load(post: Post, { messages, chats = 1, width = 16 }: Load): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < messages) {
      const place = next++;
      const from = `1555${String(1 + (place % chats)).padStart(7, '0')}`;
      const text = `Message ${place + 1} of ${messages}`;
      const { status } = await post({ kind: 'text', from, text });
      if (status !== 201) throw new Error(`message ${place + 1} was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, messages) }, lane));
}
