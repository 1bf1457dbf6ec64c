import { errorMessage } from '../model/reason.ts'
import { type Check, fault, type Section } from './finding.ts'

/** Runs all checks side by side: one that fails hides none of the others. The sections come in the order of the checks. */
export async function runChecks(checks: Check[]): Promise<Section[]> {
  return Promise.all(
    checks.map(async ({ area, run }) => {
      try {
        return { area, findings: await run() }
      } catch (error) {
        const reason = errorMessage(error)
        const what = `This could not be looked at: ${reason}.`
        return { area, findings: [fault(what, 'Run the doctor again; report it if it stays.')] }
      }
    }),
  )
}
