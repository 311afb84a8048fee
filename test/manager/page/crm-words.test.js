import { expect, test } from 'bun:test';
import { PERMISSIONS } from '../../../src/crm/permissions/catalogue.ts';
import { NewStage } from '../../../src/crm/pipeline-stages/model.ts';
import { NewPipeline } from '../../../src/crm/pipelines/model.ts';
import { UserChange } from '../../../src/crm/users/model.ts';
import * as words from '../../../src/manager/page/crm/words.js';

/** The words that a field takes. */
const wordsOf = ({ anyOf }) => anyOf.map((one) => one.const);

test('the page offers the words of the CRM that the service knows', () => {
  const { pipeline_type, visibility } = NewPipeline.properties;
  expect([...words.PIPELINE_TYPES].sort()).toEqual(wordsOf(pipeline_type).sort());
  expect([...words.VISIBILITIES].sort()).toEqual(wordsOf(visibility).sort());
  expect(words.AVAILABILITIES).toEqual(wordsOf(UserChange.properties.availability_status));
  expect(words.PERMISSIONS.toSorted()).toEqual([...PERMISSIONS]);
  const types = NewStage.properties.stage_type;
  expect([...words.STAGE_TYPES.keys()]).toEqual(wordsOf(types));
  const described = words.STAGE_TYPES.map((word, type) => `${type} ${word}`).join(', ');
  expect(types.description).toContain(described);
});
