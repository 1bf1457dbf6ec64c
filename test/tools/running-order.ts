import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The order of the test files. Files that mostly wait start first, so that others run beside them. The unit tests run one after another,
 * because only then does a worker keep its loaded modules. Of the rest, the longest come first.
 */

const withoutProcesses = 'unit'
const order = [
  ...['demo-levers', 'rare-schedule', 'faults', 'unknown-codes', 'cluster-lag', 'plan', 'hostile-length'],
  withoutProcesses,
  ...[
    'package',
    'folder-lock',
    'presses',
    'doctor',
    'from-slack',
    'cluster',
    'exactly-once',
    'run-for-good',
    'memory',
  ],
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
