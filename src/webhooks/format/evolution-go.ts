/** Stored events as Evolution Go sends them: the body as it is stored, and the key of the instance. Pure. */

/** `body`: a JSON object as it is stored. */
export const evolutionGoBody = (body: string, instanceToken: string): string =>
  `${body.slice(0, -1)},"instanceToken":${JSON.stringify(instanceToken)}}`;
