/**
 * Time between the checks of many instances after a start; Meta counts calls by the hour, and each instance makes one.
 */
export const LOGIN_PAUSE_MS = 50;
