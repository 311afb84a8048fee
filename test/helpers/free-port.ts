/** A loopback port that nothing listens on at this moment. */
export function freePort(): number {
  const server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  server.stop(true);
  return server.port;
}
