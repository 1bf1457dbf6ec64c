import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder } from '../tools/folder.ts'
import { failedFiles, failedTests } from './failed-tests.ts'

it('names each failed test and each file that could not be read, with the first and last lines of why', () => {
  const report = join(emptyFolder(), 'report.json')
  const test = (status: string, fullName: string, failureMessages: string[]) => ({
    status,
    fullName,
    failureMessages,
  })
  const testResults = [
    {
      name: '/project/test/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        test('passed', 'is green', []),
        test('failed', 'posts once', [
          ['Error: twice', ...Array.from({ length: 30 }, () => 'at …'), 'the end of the log'].join('\n'),
        ]),
      ],
    },
    {
      name: '/project/test/b.test.ts',
      status: 'failed',
      message: 'Cannot find module c.ts',
      assertionResults: [],
    },
    { name: '/project/test/d.test.ts', status: 'passed', message: '', assertionResults: [] },
  ]
  writeFileSync(report, JSON.stringify({ testResults }))

  const told = failedTests(report, '/project').split('\n')

  expect(told.filter((line) => line.startsWith('FAILED'))).toEqual([
    'FAILED test/a.test.ts: posts once',
    'FAILED test/b.test.ts',
  ])
  expect(told).toContain('  Error: twice')
  expect(told).toContain('  Cannot find module c.ts')
  expect(told).toContain('  the end of the log')
  expect(told.filter((line) => line.includes('at …'))).toHaveLength(18)
  expect(failedFiles(report, '/project')).toEqual(['test/a.test.ts', 'test/b.test.ts'])
  expect(failedTests(join(emptyFolder(), 'none.json'))).toBe('')
})
