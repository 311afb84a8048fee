/** Reasons of failures that any request may have. */
export const requestsReasons = {
  another_version: ['precondition_failed', 'The record has another version than If-Match names'],
  too_many_requests: ['rate_limited', 'More than {max} requests in a minute'],
  too_many_failed_logins: ['rate_limited', 'Too many failed authentications from this address'],
  unexpected: ['internal', 'An unexpected error occurred'],
  stopping: ['unavailable', 'the service is stopping'],
} as const;
