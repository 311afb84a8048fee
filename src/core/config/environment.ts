/** The environment of the process, which nothing else reads by itself. */

export type Environment = Readonly<Record<string, string | undefined>>;

export const systemEnvironment = (): Environment => process.env;

/** Returns the places that the runtime never reaches by a proxy, as the environment says now. */
export const noProxy = (): string => [process.env.NO_PROXY, process.env.no_proxy].join(',');
