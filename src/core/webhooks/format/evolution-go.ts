/** Shapes stored events as Evolution Go sends them: the stored body and the key of the instance. Pure. */

/** `body` is a JSON object as it is stored. */
export const evolutionGoBody = (body: string, instanceToken: string): string =>
  `${body.slice(0, -1)},"instanceToken":${JSON.stringify(instanceToken)}}`;
