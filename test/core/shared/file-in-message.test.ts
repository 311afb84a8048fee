/** Which file a message has, whatever a sender put where a file or a header may be. */
import { expect, test } from 'bun:test';
import { fileIn, fileInField } from '../../../src/core/shared/file-in-message.ts';

const said = { mimetype: 'application/pdf' };
const header = { documentMessage: said };
const found = { field: 'documentMessage', said } as const;

test('a file of its own comes before one in a header', () => {
  const buttonsMessage = { imageMessage: { mimetype: 'image/png' } };
  expect(fileIn({ buttonsMessage, ...header })).toEqual(found);
  expect(fileIn({ buttonsMessage })).toMatchObject({ field: 'imageMessage' });
});

test('the first header with a file counts', () => {
  const other = { documentMessage: { mimetype: 'text/plain' } };
  const hydratedTemplate = { hydratedContentText: 'Hello' };
  const templateMessage = { hydratedTemplate, hydratedFourRowTemplate: header };
  expect(fileIn({ templateMessage })).toEqual(found);
  const cards = [{}, { header: {} }, { header }, { header: other }];
  expect(fileIn({ interactiveMessage: { carouselMessage: { cards } } })).toEqual(found);
  expect(fileIn({ interactiveMessage: { header, carouselMessage: { cards } } })).toEqual(found);
});

test('only the named field is looked into', () => {
  expect(fileInField('buttonsMessage', header)).toEqual(found);
  expect(fileInField('extendedTextMessage', header)).toBeNull();
  expect(fileInField('documentMessage', said)).toEqual(found);
});

test('what is no file is none, and nothing throws', () => {
  const values = [undefined, null, 0, 'x', true, [], [header], new Uint8Array(3), { header: 1 }];
  for (const field of [
    'documentMessage',
    'buttonsMessage',
    'interactiveMessage',
    'templateMessage',
    'highlyStructuredMessage',
  ])
    for (const value of values) {
      if (field !== 'documentMessage' || Array.isArray(value) || typeof value !== 'object')
        expect(fileIn({ [field]: value })).toBeNull();
      for (const inside of ['header', 'hydratedTemplate', 'carouselMessage', 'hydratedHsm'])
        if (field !== 'documentMessage')
          expect(fileIn({ [field]: { [inside]: value } })).toBeNull();
    }
  for (const cards of values)
    expect(fileIn({ interactiveMessage: { carouselMessage: { cards } } })).toBeNull();
});
