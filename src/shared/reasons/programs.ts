/** Reasons of failures that only programs cause, so that they are said in English only. */
export const programsReasons = {
  path_unknown: ['not_found', 'There is nothing at this path'],
  method_unknown: ['method_not_allowed', 'This path takes {methods}'],
} as const;
