/** Reads the XML answers of object stores. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/** Returns the texts of the elements of a name; stores' answers hold no attributes and no nesting there. */
export function valuesIn(xml: Uint8Array | string, name: string): string[] {
  const text = typeof xml === 'string' ? xml : Buffer.from(xml).toString();
  return [...text.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value = '']) =>
    value.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity),
  );
}
