/** A type of event: this literal, and its place in the catalog. */
import { count, eventType, object, text } from '../../src/core/events/types/event-type.ts';

export const weatherChange = eventType(
  'WeatherChange',
  object('The weather where the account is', {
    sky: text('What the sky looks like, in words'),
    degrees: count('How warm it is, in degrees Celsius'),
  }),
)({
  category: 'WEATHER',
  olderNames: ['WEATHER_UPDATE'],
  summary: 'The weather changes',
  sample: () => ({ sky: 'clear', degrees: 21 }),
  evolution: (data) => ({ event: 'weather.update', data }),
});
