import { type Check, type Finding, fault } from '../../model/finding.ts'
import { errorMessage } from '../../model/log.ts'

export type Section = { area: string; findings: Finding[] }

export async function runChecks(checks: Check[]): Promise<Section[]> {
  return Promise.all(
    checks.map(async ({ area, run }) => {
      try {
        return { area, findings: await run() }
      } catch (error) {
        const reason = errorMessage(error)
        const what = `This check failed: ${reason}.`
        return { area, findings: [fault(what, 'Run the doctor again; report the problem if it stays.')] }
      }
    }),
  )
}
