import type { Check, Finding } from '../../model/finding.ts'
import { errorMessage } from '../../model/log.ts'

export type Section = { area: string; findings: Finding[] }

export const fault = (what: string, whatToDo: string): Finding => ({ level: 'fault', what, whatToDo })

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
