import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The order of the test files: those that mostly wait begin, so that the others work beside them. The tests without processes come in
 * a row, because only so a worker keeps for the next file what it has loaded. What takes longest comes first of the rest.
 */

const withoutProcesses = 'unit'
const order = [
  ...['faults', 'rare-schedule', 'cluster-lag', 'memory-in-database', 'demo-levers', 'plan', 'folder-lock'],
  withoutProcesses,
  ...['from-slack', 'cluster', 'exactly-once', 'memory'],
]

export class RunningOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ project, moduleId }: TestSpecification): number {
  const name = project.name === withoutProcesses ? withoutProcesses : basename(moduleId, '.test.ts')
  const place = order.indexOf(name)
  return place === -1 ? order.length : place
}
