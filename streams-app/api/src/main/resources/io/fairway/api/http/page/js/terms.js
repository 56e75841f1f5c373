/* Column heads that are terms of the manual's glossary lead to what it says of them. */
import { h } from './dom.js';

const GLOSSARY = {
  Account: 'account',
  Algorithm: 'multifactor',
  Cluster: 'cluster',
  'cpu-hours, decayed': 'half-life',
  Factor: 'fairshare-factor',
  'fairshare factor': 'fairshare-factor',
  Measure: 'measure',
  Place: 'place',
  Policy: 'policy',
  Precedence: 'source-precedence-revision',
  Priority: 'priority',
  Revision: 'source-precedence-revision',
  Term: 'component-factor-form',
  Terms: 'component-factor-form',
  'TRES-seconds': 'tres-seconds',
  Waiting: 'waiting',
};

/** A column's head. */
export function head(name) {
  const anchor = GLOSSARY[name];
  return anchor ? h('a', { class: 'term-of', href: `manual/glossary.md#${anchor}` }, name) : name;
}
