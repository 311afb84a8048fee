/** Where a service that was started for a measurement listens. */

/** Resolves with the address as it is printed; rejects when the process ends before. */
export async function addressOf(stdout: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stdout) {
    text += decoder.decode(chunk, { stream: true });
    const [, url] = /^listening on (\S+)$/m.exec(text) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('it ended before it listened');
}
