/** The DevTools protocol over a WebSocket: commands with their answers, and what the browser reports by itself. */

// biome-ignore lint/suspicious/noExplicitAny: the protocol has a shape per command; tests read what they asked for.
type Json = any;

export interface DevTools {
  /** Rejects when the browser refuses, or goes away. `session`: the page it is for; absent: the browser. */
  send(method: string, parameters?: object, session?: string): Promise<Json>;
  /** Calls `take` with whatever is reported from now on, until what it returns is called. */
  listen(take: (report: { method: string; params: Json; sessionId?: string }) => void): () => void;
  close(): void;
}

export async function connectDevTools(url: string): Promise<DevTools> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<Json>>();
  const listeners = new Set<Parameters<DevTools['listen']>[0]>();
  let commands = 0;

  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    const command = waiting.get(message.id);
    if (!command) {
      for (const take of listeners) take(message);
      return;
    }
    waiting.delete(message.id);
    if (message.error) command.reject(new Error(message.error.message));
    else command.resolve(message.result);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser is gone'));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no browser at ${url}`)));
  });
  return {
    send(method, params = {}, sessionId) {
      const id = ++commands;
      const command = Promise.withResolvers<Json>();
      waiting.set(id, command);
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
      return command.promise;
    },
    listen(take) {
      listeners.add(take);
      return () => void listeners.delete(take);
    },
    close: () => socket.close(),
  };
}
