import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The test files that take longest start first, so that the others run beside them. */
const longest = [
  ...['demo-levers', 'exactly-once', 'rare-schedule', 'faults', 'cluster-lag', 'cluster', 'folder-lock'],
  ...['package', 'every-kind', 'from-slack', 'handed-over', 'watch', 'killed-presses', 'presses', 'doctor'],
  ...['memory', 'memory-in-database', 'personal-data', 'long-pause', 'plan', 'hostile-length', 'prometheus'],
  ...['frozen-stores'],
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
