/** Objects inside bodies whose fields have readers of their own. */

import { type Static, type TObject, Type } from '@sinclair/typebox';
import {
  FieldError,
  type Fields,
  fieldError,
  isFields,
  parsedIfPresent,
  readBySchema,
} from '../../../core/http/read-fields.ts';
import { underPath } from '../../../core/shared/reasons/problems.ts';

/** A field that may be absent; null and empty texts inside it are taken for absent, and fields it does not name left aside. */
export const nestedFields = <S extends TObject>(schema: S, description: string) =>
  parsedIfPresent<Partial<Static<S>>, unknown>(
    Type.Object(schema.properties, { additionalProperties: true, description }),
    (value) => {
      if (value === null) return {};
      if (!isFields(value)) return fieldError('not_object');
      const { fields, problems } = readBySchema(schema, withoutEmpty(value));
      return problems.length > 0
        ? new FieldError((field) => problems.map(underPath(field)))
        : fields;
    },
  );

const withoutEmpty = (value: Fields): Fields =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== ''));
