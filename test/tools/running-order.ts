import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The test files that take longest start first, so that the others run beside them. */
const longest = [
  ...['with-admins', 'migrate', 'damage'],
  ...['from-slack', 'handed-over', 'on-postgres', 'killed-presses', 'exactly-once', 'health'],
  ...[
    'watch',
    'demo-levers',
    'two-installations',
    'every-kind',
    'presses',
    'personal-data',
    'cluster-lag',
    'faults',
  ],
  ...['folder-lock', 'prometheus', 'cluster', 'frozen-stores', 'hostile-text', 'killed-presses-of-three'],
]

export class RunningOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.indexOf(basename(moduleId, '.test.ts'))
  return place === -1 ? longest.length : place
}
