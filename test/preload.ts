/** Every test runs in UTC, so that a printed time means the same on every machine. */
process.env.TZ = 'UTC';
