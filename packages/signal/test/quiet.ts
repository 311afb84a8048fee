/** Keeps libsignal-node from printing: it writes whole sessions, private keys and all, whenever one is replaced. */
for (const name of ['log', 'info', 'warn', 'error'] as const) {
  const write = console[name].bind(console);
  console[name] = (...values: unknown[]) => {
    if (!/[/\\]libsignal[/\\]/.test(new Error().stack ?? '')) write(...values);
  };
}
