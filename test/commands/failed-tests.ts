import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** What Vitest's JSON reporter writes, as far as it is read here. */
type Report = { testResults: FileResult[] }
type FileResult = {
  name: string
  status: string
  message: string
  assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
}

const linesOfEach = 12

/** Returns the failed tests of a report, each with the first lines of what it said; also files that could not be read. Without a report: "". */
export function failedTests(report: string | undefined, root = process.cwd()): string {
  if (report === undefined || !existsSync(report)) return ''
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  return testResults.map((file) => failuresOf(file, relative(root, file.name))).join('')
}

function failuresOf({ status, message, assertionResults }: FileResult, file: string): string {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? failure(file, message) : ''
  return failed
    .map(({ fullName, failureMessages }) =>
      failure(`${file}: ${fullName}`, failureMessages?.join('\n') ?? ''),
    )
    .join('')
}

function failure(what: string, why: string): string {
  const lines = why.split('\n').slice(0, linesOfEach)
  return `\nFAILED ${what}\n${lines.map((line) => `  ${line}\n`).join('')}`
}
