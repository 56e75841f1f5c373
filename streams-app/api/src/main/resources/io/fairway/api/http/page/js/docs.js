/* openapi.json as a page: operations by tag, and the schemas. It supports only what our own description uses. */
import { applyTheme } from './shell.js';
import { get } from './api.js';
import { h, patch } from './dom.js';
import { problem, table } from './widgets.js';

const main = document.getElementById('main');

try {
  const stored = localStorage.getItem('fairway.theme');
  if (stored) applyTheme(stored);
} catch {
  // Without storage, the system's colours apply.
}

async function show() {
  try {
    patch(main, page(await get('openapi.json')));
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  } catch (error) {
    patch(main, problem(error, show));
  }
}

function page(api) {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })));
  return h(
    'div',
    null,
    h('h1', { id: 'title' }, `${api.info.title} API, version ${api.info.version}`),
    h('p', { class: 'summary' }, api.info.summary),
    prose(api.info.description),
    api.tags.map(({ name, description }) =>
      h('section', { class: 'section' }, h('h2', null, name), description && h('p', { class: 'quiet' }, description), operations.filter(({ tags }) => tags.includes(name)).map((operation) => operationOf(api, operation))),
    ),
    h(
      'section',
      { class: 'section' },
      h('h2', null, 'Schemas'),
      h('ul', { class: 'contents' }, Object.keys(api.components.schemas).map((name) => h('li', null, h('a', { href: `#schema-${name}` }, name)))),
      Object.entries(api.components.schemas).map(([name, schema]) => h('article', { class: 'schema', id: `schema-${name}` }, h('h3', null, name), schemaOf(name, schema))),
    ),
  );
}

/** `code` and **strong** of the description, and paragraphs. */
function prose(text) {
  if (!text) return null;
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) =>
      h(
        'p',
        { class: 'description' },
        paragraph
          .replaceAll('\n', ' ')
          .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
          .map((part) => (part.startsWith('`') ? h('code', null, part.slice(1, -1)) : part.startsWith('**') ? h('strong', null, part.slice(2, -2)) : part)),
      ),
    );
}

function resolve(api, item) {
  if (!item?.$ref) return item;
  return item.$ref.split('/').slice(1).reduce((at, name) => at[name], api);
}

function operationOf(api, operation) {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(api, parameter));
  return h(
    'details',
    { class: 'operation', id: operation.operationId },
    h('summary', null, h('span', { class: 'tag' }, operation.method.toUpperCase()), ' ', h('code', { class: 'path' }, operation.path), ' ', operation.summary),
    h(
      'div',
      null,
      prose(operation.description),
      parameters.length > 0 &&
        table({
          caption: `Parameters of ${operation.path}`,
          rows: parameters,
          columns: [
            { name: 'Parameter', head: true, cell: (parameter) => h('code', null, parameter.name) },
            { name: 'In', cell: (parameter) => parameter.in },
            { name: 'Type', cell: (parameter) => typeOf(parameter.schema) },
            { name: 'Required', cell: (parameter) => (parameter.required ? 'yes' : '') },
            { name: 'Meaning', cell: (parameter) => parameter.description ?? '' },
          ],
        }),
      operation.requestBody && [h('h3', null, 'Body'), h('p', null, operation.requestBody.description, ' ', Object.entries(operation.requestBody.content).map(([type, { schema }]) => [h('code', null, type), ' ', typeOf(schema)]))],
      h('h3', null, 'Responses'),
      h(
        'ul',
        null,
        Object.entries(operation.responses).map(([status, given]) => {
          const answer = resolve(api, given);
          return h('li', null, h('code', null, status), ' ', answer.description, ' ', Object.entries(answer.content ?? {}).map(([type, { schema }]) => [h('code', null, type), ' ', typeOf(schema)]));
        }),
      ),
    ),
  );
}

function schemaOf(name, schema) {
  if (schema.type !== 'object') return h('p', null, typeOf(schema), schema.description ? `: ${schema.description}` : '');
  const needed = new Set(schema.required);
  return [schema.description && prose(schema.description), members(name, schema.properties ?? {}, needed)];
}

function members(name, properties, needed) {
  return table({
    caption: `Members of ${name}`,
    rows: Object.entries(properties),
    columns: [
      { name: 'Member', head: true, cell: ([member]) => h('code', null, member) },
      { name: 'Type', cell: ([, schema]) => typeOf(schema) },
      { name: 'Always present', cell: ([member]) => (needed.has(member) ? 'yes' : '') },
      { name: 'Meaning', cell: ([member, schema]) => [schema.description ?? '', inner(`${name}.${member}`, schema)] },
    ],
  });
}

/** Members of an object that has no name of its own. */
function inner(name, schema) {
  const object = schema.type === 'array' ? schema.items : schema;
  return object?.properties ? h('details', null, h('summary', null, 'members'), members(name, object.properties, new Set(object.required))) : null;
}

function typeOf(schema) {
  if (!schema) return '';
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    return h('a', { href: `#schema-${name}` }, name);
  }
  if (schema.oneOf) return schema.oneOf.flatMap((one, at) => (at === 0 ? [typeOf(one)] : [' or ', typeOf(one)]));
  if (schema.enum) return schema.enum.join(' | ');
  if (schema.type === 'array') return ['list of ', typeOf(schema.items)];
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything');
  const limits = [
    schema.format,
    schema.minimum !== undefined && `from ${schema.minimum}`,
    schema.maximum !== undefined && `to ${schema.maximum}`,
    schema.default !== undefined && `else ${schema.default}`,
  ].filter(Boolean);
  return limits.length > 0 ? `${type} (${limits.join(', ')})` : type;
}

show();
