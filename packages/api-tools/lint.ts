/** Prints what two linters find in the OpenAPI document of standard input, as a JSON array of sentences. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import * as parsers from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';

const text = await Bun.stdin.text();

const config = await createConfig({ extends: ['recommended'] });
const byRedocly = await lintFromString({ source: text, absoluteRef: 'document.json', config });

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [oas] });
const bySpectral = await linter.run(new spectral.Document(text, parsers.Json, 'document.json'));

const findings = [
  ...byRedocly.map(
    ({ ruleId, message, location }) => `redocly ${ruleId}: ${message} at ${location[0]?.pointer}`,
  ),
  ...bySpectral.map(
    ({ code, message, path }) => `spectral ${code}: ${message} at ${path.join('/')}`,
  ),
];
process.stdout.write(JSON.stringify(findings));
