import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import {
  listeningProblems,
  type ProblemText,
  problemTexts,
  serviceProblem,
} from '../../src/messages/problems/problem-texts.ts'
import type { GeneratedParts } from './generated-parts.ts'
import { markdownTable } from './markdown-table.ts'

const [name, channel, alertName, code] = ['acme', '#brand-watch', 'Acme brand', 'CODE']
const [self, other] = ['ID', 'OTHER']
const until = Date.UTC(2026, 10, 23, 14, 2)
const texts = problemTexts

/** Every problem of the core, with the names of an example. */
const problems: Record<string, ProblemText[]> = {
  slack: [
    ...['not_in_channel', 'is_archived', 'channel_not_found'].map((one) =>
      texts.channelRefuses(channel, one),
    ),
    ...['invalid_auth', 'token_revoked', 'account_inactive', 'missing_scope'].map(texts.workspaceRefuses),
    texts.channelLost(channel, 'C0123456789'),
    texts.privateElsewhere(name),
    texts.slackConnection('REASON'),
    texts.historyUnreadable(channel, 'missing_scope'),
    texts.historyUnclear(channel, code),
    texts.unknownCode(channel, code, '42'),
    texts.mentionRejected('42', 'https://news.example/1', 'REASON'),
    texts.slackWaits(channel, until),
    texts.historyWaits(channel, until),
    texts.remindersWait(until),
    texts.methodWaits('views.publish', until),
  ],
  service: [
    ...(['unauthorized', 'no_such_method', 'alert_not_found'] as const).map((kind) =>
      serviceProblem({ kind, retry: 'never', status: 0, code: 0 }),
    ),
    ...([21, 22, 23] as const).map((number) =>
      serviceProblem({ kind: 'unauthorized', retry: 'when_replaced', status: 401, code: number }),
    ),
    ...(['unreachable', 'busy', 'timeout', 'rate_limited'] as const).map((kind) =>
      serviceProblem({ kind, retry: 'later', status: 0, code: 0 }),
    ),
    texts.noSuchAlert(alertName, []),
    texts.ambiguousAlert(alertName, []),
    texts.serviceWaits(until),
    texts.pollsWait(),
    texts.longPoll(),
    texts.absurdId(alertName, '999999999999', '1042'),
    texts.restartedIds(alertName, '7', '1042', name, false),
    listeningProblems.serviceEnds('REASON'),
    listeningProblems.sourceFails('blog.example', 'REASON'),
    listeningProblems.sourceWaits('blog.example', until),
    listeningProblems.sourceEnded('blog.example', 'REASON'),
    listeningProblems.gap('blog.example', 'REASON'),
  ],
  store: [
    texts.storeUnusable('REASON'),
    texts.databaseUnusable('REASON'),
    texts.folderLost('REASON'),
    texts.checkpointMissing(name, channel, undefined),
    texts.checkpointDamaged(name, 'REASON'),
    texts.checkpointOld(name, channel),
    texts.otherInstallation(other, self),
    texts.olderInstallation(other, self),
    texts.copiedInstallation(self),
  ],
  settings: [
    texts.settingsRefused('line 3: …'),
    texts.settingsNotApplied('REASON'),
    texts.restartNeeded(['PORT']),
    texts.settingsDiffer(1),
    texts.digestWithoutChannel('weekly', channel),
    texts.digestRefused('weekly', channel, 'not_in_channel'),
    texts.digestPartRejected('weekly', 2, code),
    texts.digestUnknownCode('weekly', channel, code),
  ],
}

const rulesFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(z.object({ alert: z.string(), annotations: z.object({ action: z.string() }) })),
    }),
  ),
})

function alertTable(root: string): string {
  const written = readFileSync(join(root, 'deploy/prometheus/overheard.rules.yml'), 'utf8')
  const rules = rulesFile.parse(parse(written)).groups.flatMap((group) => group.rules)
  return markdownTable(
    ['Alert', 'What to do'],
    rules.map(({ alert, annotations }) => [`\`${alert}\``, annotations.action]),
  )
}

/** Returns the tables of docs/reference/problems.md. */
export function problemTables(root: string): GeneratedParts {
  const tables = Object.entries(problems).map(([part, rows]) => [
    part,
    markdownTable(
      ['Problem', 'What to do'],
      rows.map(({ what, whatToDo }) => [what, whatToDo]),
    ),
  ])
  return { ...Object.fromEntries(tables), alerts: alertTable(root) }
}
