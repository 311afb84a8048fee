/** What the examples of the gateway speak of: one instance, who writes to it, and what they write. */

export const INSTANCE = 'shop';
/** The instance's own number. */
export const OWN_NUMBER = '5511999990000';
export const NUMBER = '5511888880000';
export const SECOND_NUMBER = '5511777770000';
export const JID = `${NUMBER}@s.whatsapp.net`;
export const GROUP = '120363000000000001@g.us';
export const NEWSLETTER = '120363000000000002@newsletter';
export const MESSAGE_ID = '3EB0FE89262EDD05D2819D';
/** Of messages, deliveries and all else that the service names. */
export const RECORD_ID = '01a1fa97-2109-775b-8df8-e96b45bbbe0f';
/** A picture of one dot. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
