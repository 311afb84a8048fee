/** The JSON text `null` as an answer: Elysia turns a returned null into an empty body, which is no JSON. */
export const jsonNull = (status = 200): Response =>
  new Response('null', { status, headers: { 'content-type': 'application/json' } });
