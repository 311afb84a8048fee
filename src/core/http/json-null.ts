/** Answers the JSON text `null`; Elysia would turn a returned null into an empty body, which is not JSON. */
export const jsonNull = (status = 200): Response =>
  new Response('null', { status, headers: { 'content-type': 'application/json' } });
