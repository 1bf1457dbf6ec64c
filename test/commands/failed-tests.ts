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

const [firstLines, lastLines] = [12, 8]

/**
 * Returns the failed tests of a report, each with the first and last lines of what it said; also files that could not be read. Without a
 * report: "".
 */
export function failedTests(report: string | undefined, root = process.cwd()): string {
  return resultsIn(report)
    .map((file) => failuresOf(file, relative(root, file.name)))
    .join('')
}

/** Returns the files of a report in which something failed, from the top of the project. Without a report: none. */
export function failedFiles(report: string | undefined, root = process.cwd()): string[] {
  return resultsIn(report)
    .filter((file) => failuresOf(file, '') !== '')
    .map(({ name }) => relative(root, name))
}

function resultsIn(report: string | undefined): FileResult[] {
  if (report === undefined || !existsSync(report)) return []
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  return testResults
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
  const all = why.split('\n').filter((line) => !line.includes('/node_modules/vitest/'))
  const isLong = all.length > firstLines + lastLines
  const lines = isLong ? [...all.slice(0, firstLines), '…', ...all.slice(-lastLines)] : all
  return `\nFAILED ${what}\n${lines.map((line) => `  ${line}\n`).join('')}`
}
