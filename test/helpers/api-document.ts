/** The OpenAPI document with every reference replaced by what it refers to. */
import SwaggerParser from '@apidevtools/swagger-parser';

// biome-ignore lint/suspicious/noExplicitAny: the document is what is under test.
export const resolved = (document: any): Promise<any> =>
  SwaggerParser.dereference(structuredClone(document));
