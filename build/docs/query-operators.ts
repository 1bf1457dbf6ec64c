import { parseQuery } from '@overheard/listen/query/parse-query'
import { QueryError } from '@overheard/listen/query/query'

/** Queries as other products take them, and the products whose help pages name the operator. */
const queries: [query: string, of: string][] = [
  ['acme OR globex', 'all'],
  ['acme | globex', 'Google'],
  ['acme|globex app', 'Google'],
  ['acme || globex', 'Lucene'],
  ['acme && globex', 'Lucene'],
  ['acme AND NOT jobs', 'Awario, Mention, Brand24, Talkwalker'],
  ['acme ANDNOT jobs', 'older Boolean search'],
  ['acme -jobs', 'Google, Talkwalker, Brandwatch'],
  ['acme !jobs', 'Lucene'],
  ['acme !NASA', 'Pulsar'],
  ['+acme app', 'Google, Lucene'],
  ['acme or app', 'mistyped'],
  ['acme, globex', 'lists of keywords'],
  ['"acme app"', 'all'],
  ['„acme app“', 'keyboards'],
  ["'acme app'", 'mistyped'],
  ['acme near globex', 'Meltwater'],
  ['acme NEAR/5 globex', 'Brandwatch, Meltwater, Pulsar'],
  ['acme NEAR/2f globex', 'Brandwatch'],
  ['acme ONEAR/5 globex', 'Meltwater'],
  ['near/4:acme,globex', 'Awario'],
  ['onear/4:acme,globex', 'Awario'],
  ['near/4:a,b,c', 'Awario'],
  ['"acme globex"~5', 'SentiOne, Brandwatch, Lucene'],
  ['((a1 OR b1) AND (c1 OR d1))~5', 'Brandwatch'],
  ['acme AROUND(5) globex', 'Google'],
  ['acme W/5 globex', 'LexisNexis'],
  ['acme PRE/5 globex', 'LexisNexis'],
  ['acme /5 globex', 'Westlaw'],
  ['acme /s globex', 'Westlaw'],
  ['acme XOR globex', 'others'],
  ['plug*', 'all'],
  ['*plug', 'Syften'],
  ['advertise?', 'SentiOne, Talkwalker'],
  ['wom?n', 'SentiOne, Talkwalker'],
  ['"acme * app"', 'Google'],
  ['acme~2', 'Lucene'],
  ['acme^2', 'Lucene'],
  ['/ac.e/', 'Lucene'],
  ['acme\\:app', 'Lucene'],
  ['`Linear`', 'Syften'],
  ['{Apple}', 'others'],
  ['raw:Google+', 'Brandwatch'],
  ['[acme app]', 'Google Ads'],
  ['title:acme', 'Syften, Brandwatch'],
  ['intitle:acme', 'Google'],
  ['allintitle:acme app', 'Google'],
  ['intext:acme', 'Google'],
  ['acme.example', 'Syften'],
  ['acme site:reddit.com/r/saas/', 'Google, Syften'],
  ['acme site:*.news.example', 'Google'],
  ['acme subreddit:saas', 'Reddit'],
  ['acme url:news.example/blog', 'Awario, Brandwatch'],
  ['acme inurl:news.example', 'Google'],
  ['acme inurl:blog', 'Google'],
  ['links:acme.example', 'Brandwatch'],
  ['acme author:kim', 'Syften, Brandwatch'],
  ['acme from:kim', 'X, Awario'],
  ['acme from:news.example', 'Awario'],
  ['acme type:comment', 'Syften'],
  ['acme type:story', 'Hacker News'],
  ['acme lang:en', 'Syften, Awario, X'],
  ['acme language:en', 'others'],
  ['acme lang:english', 'mistyped'],
  ['acme platform:reddit', 'others'],
  ['acme no-reddit', 'F5Bot'],
  ['acme min_faves:50', 'X'],
  ['acme points>50', 'Hacker News'],
  ['acme reach:1000', 'others'],
  ['acme followers:>1000', 'others'],
  ['acme sentiment:negative', 'others'],
  ['acme country:us', 'others'],
  ['acme since:2026-01-01', 'X'],
  ['acme $accept:complaints', 'Syften'],
  ['acme foo:bar', 'others'],
]

/** Returns the table of docs/reference/operators.md: what our parser makes of each query. */
export function operatorTable(): string {
  const rows = queries.map(([query, of]) => `| ${code(query)} | ${of} | ${here(query)} |`)
  return ['| Query | Of | Here |', '| --- | --- | --- |', ...rows].join('\n')
}

function here(query: string): string {
  try {
    parseQuery(query)
    return 'the same'
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    return error.isTranslated ? code(error.example) : `refused: ${error.message}`
  }
}

function code(query: string): string {
  const text = query.replaceAll('|', '\\|')
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}
