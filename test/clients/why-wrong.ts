/** Why a call of a client is wrong in itself: what Evolution API itself makes of it. */
export const NO_PATH = 'Evolution API has no such path';
export const OTHER_METHOD = 'Evolution API has this path for another method';
export const OTHER_BODY = 'Evolution API requires other fields';
