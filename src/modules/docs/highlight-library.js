/**
 * highlight.js with the languages of the docs. The declarations beside this file stand for its own, which would bring
 * the types of browsers into the whole project.
 */
import library from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = { bash, go, javascript, json, php, python, typescript, yaml };
for (const [name, language] of Object.entries(languages)) library.registerLanguage(name, language);

export { library };
