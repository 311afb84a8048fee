/** Reasons of failures that any request may have. */
export const requestsReasons = {
  another_version: ['precondition_failed', 'The record has another version than If-Match names'],
  too_many_requests: ['rate_limited', 'More than {max} requests in a minute'],
  too_many_failed_logins: ['rate_limited', 'Too many failed authentications from this address'],
  unexpected: ['internal', 'An unexpected error occurred'],
  stopping: ['unavailable', 'the service is stopping'],
  caller_memory_full: [
    'rate_limited',
    'This credential has too many large bodies or unread answers under way',
  ],
  memory_full: ['rate_limited', 'Too many large bodies or unread answers are under way'],
  trials_busy: ['rate_limited', 'Filters and transforms are being tried by other calls, and {why}'],
  lookups_busy: ['rate_limited', 'Lists are being searched or sorted by other calls, and {why}'],
  stored_messages_busy: [
    'rate_limited',
    'Stored messages are being read by other calls, and {why}',
  ],
  events_too_fast: ['rate_limited', '{what}more than {max} events per second'],
  list_too_large: [
    'invalid',
    'The list has {bytes} bytes, more than the {max} of one answer: {advice}',
  ],
  done_unanswered: [
    'unavailable',
    'this was done, but the service ended before it answered: look at what has the id {id}',
  ],
  answer_without_room: [
    'unavailable',
    'this was done, but there is no memory for its answer: repeat it only with the same Idempotency-Key, or if it changes nothing',
  ],
  first_request_running: [
    'unavailable',
    'the first request with this Idempotency-Key is still in progress',
  ],
  outcome_unknown: [
    'unavailable',
    'the service ended or failed during this request: it is not known whether the request was carried out. Check that before you repeat it with another Idempotency-Key',
  ],

  // The database, and the nodes that share it.
  disk_full: ['unavailable', 'the disk is full{since}{fate}'],
  database_busy: ['unavailable', 'the database is busy{since}{fate}'],
  database_unreachable: ['unavailable', 'the database cannot be reached{since}{fate}'],
  taken_over: ['unavailable', 'another node has just taken this over{fate}'],
  too_many_forwards: ['unavailable', 'too many requests wait for other nodes: nothing was done'],
  too_many_forwards_to_node: [
    'unavailable',
    'too many requests wait for the node that has the instance: nothing was done',
  ],
  forward_too_late: [
    'unavailable',
    'the request took too long to reach the node that has the instance: nothing was done',
  ],
  no_owner: [
    'unavailable',
    'no node has the instance at the moment: one takes it over in some seconds',
  ],
  owner_changing: ['unavailable', 'the instance is moving to another node'],
  owner_silent: [
    'unavailable',
    'the node that has the instance does not answer at present: nothing was done',
  ],
  owner_unreachable: [
    'unavailable',
    'the node that was asked cannot reach the one that has the instance',
  ],
  owner_answer_lost: [
    'unavailable',
    'the node that has the instance did not answer: the request may have been carried out',
  ],
} as const;
