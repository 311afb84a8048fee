/** The sections of the pages that the service writes itself. */
import { gatewaySummaries } from './gateway-summaries.ts';
import { otherSummaries } from './other-summaries.ts';

export { api } from './api.ts';
export { docs } from './docs.ts';
export { failure } from './failure.ts';
export { frame } from './frame.ts';
export { gate } from './gate.ts';
export { home } from './home.ts';
export { portal } from './portal.ts';

export const summaries = { ...gatewaySummaries, ...otherSummaries };
