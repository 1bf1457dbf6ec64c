/**
 * What canonical-address.ts knows of the web, as data. The names of parameters are those that their makers document. We compared them with what
 * Firefox, Brave and miniflux (Apache 2.0) remove; no list is copied here, because the licences of those of AdGuard, uBlock (GPL) and ClearURLs
 * (LGPL) do not allow it. A rule belongs here only if it is true on every site that it names: two pages that become one lose a mention, and a page
 * that stays two only doubles one.
 */

/** Parameters that never choose what a page shows. The pattern matches the whole name, in any case. `values` limits a rule to these values. */
export type ParameterRule = { source: string; names: RegExp; hosts?: RegExp; values?: RegExp }

const whole = (...names: string[]) => new RegExp(`^(?:${names.join('|')})$`, 'i')

/** A place where a reader was, as sites write it in parameters that can be an id elsewhere: `rss`, `twitter_share`, `hvper.com`. */
const place =
  /^(?:(?:rss|feeds?|atom|twitter|tw|twt|facebook|fb|linkedin|whatsapp|telegram|e?mail|newsletters?|social|share|shared|home|home-?page|front-?page|producthunt|product-?hunt|hackernews|hn|reddit|pocket|flipboard|feedly|instapaper|googlenews)(?:[-_.:][\w.:-]*)?|(?:[a-z][a-z0-9-]*\.)+[a-z]{2,})$/i

export const tracking: readonly ParameterRule[] = [
  {
    source: 'Google Analytics and Ads',
    names: whole(
      'utm_.*',
      '_ga',
      '_gl',
      'gclid',
      'gclsrc',
      'dclid',
      'gbraid',
      'wbraid',
      'gad_(?:source|campaignid)',
      'srsltid',
    ),
  },
  {
    source: 'Meta',
    names: whole(
      'fbclid',
      'fb_(?:action_ids|action_types|ref|source)',
      'igsh(?:id)?',
      'mibextid',
      '__cft__.*',
      '__tn__',
      'hc_ref',
      'refsrc',
      'sfnsn',
      'extid',
      '_rdr',
    ),
  },
  {
    source: 'Click ids of Microsoft, Yandex, X, TikTok, LinkedIn, Pinterest, Snap and Reddit',
    names: whole(
      'msclkid',
      'y(?:s|m)?clid',
      '_openstat',
      'twclid',
      'ttclid',
      'li_fat_id',
      'epik',
      'sc_?cid',
      'rdt_cid',
      'ref_?src',
      'ref_?url',
      '__twitter_impression',
    ),
  },
  { source: 'Baidu Tongji', names: whole('hm(?:sr|pl|cu|kw|ci)', 'bd_vid') },
  { source: 'Alibaba', names: whole('spm', 'scm'), values: /[.-].*[.-]|\D/ },
  { source: 'Bilibili', names: whole('spm_id_from', 'vd_source') },
  { source: 'Piano (AT Internet), as on the pages of the BBC', names: whole('at_[a-z].*', 'xtor', 'xts') },
  { source: 'comScore', names: whole('ns_(?:mchannel|source|campaign|linkname|fee)') },
  { source: 'Matomo', names: whole('(?:pk|piwik|mtm|matomo)_.*') },
  { source: 'Adobe', names: whole('s_cid', 's_kwcid', 'ef_id', 'mkt_tok', 'cmpid') },
  { source: 'Webtrekk (Mapp) and Webtrends', names: whole('wt_z?mc', 'wt\\.(?:z?mc|mc_id|tsrc)') },
  {
    source: 'Mailchimp, HubSpot, Eloqua, Omeda, Vero, Drip, Klaviyo, Kit, MailerLite, beehiiv, dotdigital',
    names: whole(
      'mc_(?:cid|eid|tc)',
      '_hs(?:enc|mi)',
      '__hs(?:sc|tc|fp)',
      'hsctatracking',
      'hsa_[a-z]+',
      'elqtrack(?:id)?',
      'oly_(?:anon|enc)_id',
      'rb_clickid',
      'vero_(?:id|conv)',
      '__s',
      '_kx',
      'ck_subscriber_id',
      'ml_subscriber(?:_hash)?',
      '_bhlid',
      'dm_i',
      'wickedid',
    ),
  },
  { source: 'Branch', names: whole('_branch_(?:match_id|referrer)') },
  {
    source: 'Awin, Impact, CJ, Rakuten',
    names: whole('awc', 'zanpid', 'irclickid', 'irgwc', 'cjevent', 'ran(?:mid|eaid|siteid)'),
  },
  {
    source: 'Campaign parameters that some sites use instead of utm_',
    names: whole(
      'itm_(?:campaign|medium|source|content)',
      'hmb_(?:campaign|medium|source)',
      'campaign_(?:medium|source|term|content)',
    ),
  },
  { source: 'Yahoo', names: whole('guccounter', 'guce_referrer(?:_sig)?', 'soc_(?:src|trk)') },
  {
    source: 'WordPress (Jetpack) and its links to answer a comment',
    names: whole('share', 'replytocom'),
    values:
      /^(?:twitter|x|facebook|linkedin|reddit|tumblr|pinterest|pocket|telegram|jetpack-whatsapp|whatsapp|mastodon|bluesky|threads|email|\d+)$/,
  },
  {
    source: 'Publishers: the value tells if the name is a place or an id',
    names: whole('ref', 'referr?er', 'partner', 's?cid', 'ncid', 'icid', 'int_?cmp', 'mbid', 'cmp'),
    values: place,
  },
  {
    source: 'Publishers, whose feeds add them',
    names: whole('source', 'src', 'from', 'via', 'output'),
    values: /^(?:rss|feed|rss[-_][\w-]*|[\w-]*[-_](?:rss|feed))$/i,
  },
  { source: 'Publishers, whose feeds add them', names: whole('rss'), values: /^(?:1|true|yes)?$/i },
  { source: 'MSN and the BBC', names: whole('ocid', 'cvid'), values: /[a-z]/i },
  { source: 'The Guardian', hosts: /(?:^|\.)theguardian\.com$/, names: whole('cmp') },
  {
    source: 'DMG Media',
    hosts: /(?:^|\.)(?:dailymail\.co\.uk|metro\.co\.uk|thisismoney\.co\.uk|inews\.co\.uk|newscientist\.com)$/,
    names: whole('ito'),
  },
  {
    source: 'The New York Times',
    hosts: /(?:^|\.)nytimes\.com$/,
    names: whole('smid', 'smtyp', 'partner', 'emc', 'unlocked_article_code', 'referringsource'),
  },
  {
    source: 'Dow Jones',
    hosts: /(?:^|\.)(?:wsj|marketwatch|barrons)\.com$/,
    names: whole('mod', 'reflink', 'st'),
  },
  { source: 'Forbes', hosts: /(?:^|\.)forbes\.com$/, names: whole('sh') },
  {
    source: 'AOL',
    hosts: /(?:^|\.)(?:aol|huffpost|huffingtonpost|techcrunch|engadget)\.com$/,
    names: whole('ncid'),
  },
  { source: 'Google News', hosts: /^news\.google\.com$/, names: whole('oc', 'hl', 'gl', 'ceid') },
  {
    source: 'YouTube',
    hosts: /^youtube\.com$/,
    names: whole('si', 'feature', 't', 'pp', 'ab_channel', 'app'),
  },
  { source: 'Session ids of Java and PHP', names: whole('jsessionid', 'phpsessid') },
  { source: 'Echobox', names: whole('echobox') },
  { source: 'Spotify', hosts: /^open\.spotify\.com$/, names: whole('si', 'nd', 'context', 'dlsi') },
  {
    source: 'LinkedIn',
    hosts: /(?:^|\.)linkedin\.com$/,
    names: whole('trk', 'trackingid', 'lipi', 'lici', 'rcm', 'originalsubdomain'),
  },
  {
    source: 'eBay',
    hosts: /(?:^|\.)ebay\.[a-z.]+$/,
    names: whole(
      'mkevt',
      'mkcid',
      'mkrid',
      'campid',
      'toolid',
      'customid',
      '_trkparms',
      '_trksid',
      'amdata',
      'hash',
    ),
  },
  {
    source: 'Substack',
    hosts: /(?:^|\.)substack\.com$/,
    names: whole(
      'r',
      's',
      'isfreemail',
      'triedredirect',
      'publication_id',
      'post_id',
      'showwelcome(?:onshare)?',
    ),
  },
  { source: 'Medium', hosts: /(?:^|\.)medium\.com$/, names: whole('source', 'sk', 'gi') },
  { source: 'Telegram', hosts: /^t\.me$/, names: whole('single', 'embed') },
  {
    source: 'The AMP project and publishers: the light form of a page',
    names: whole('amp', 'nonamp', 'noamp'),
    values: /^(?:1|true|yes|html|mobile|async)?$/i,
  },
  {
    source: 'The AMP project and publishers: the light form of a page',
    names: whole('amp_(?:js_v|gsa|tf)', 'usqp', 'aoh'),
  },
  {
    source: 'The AMP project and publishers: the light form of a page',
    names: whole('output_?type', 'output', 'mode', 'view', 'format'),
    values: /^amp$/i,
  },
]

/** Names of sites before their host, for the forms of a page for telephones and AMP, and for the web. They are cut off. */
export const prefixes = /^(?:www\d{0,2}|m|mobile|amp|touch|wap)\.(?=[^.]+\.[^.])/

/**
 * Hosts below which each name is a site of its own, so that `m.github.io` belongs to a customer named m: the endings of publicsuffix.org under which
 * most sites of people are, and the second level of countries.
 */
export const hostsOfMany =
  /^(?:(?:co|com|org|net|gov|ac|edu|or|ne|go|gob|nom|uk|us|eu|de)\.[a-z]{2,3}|(?:github|gitlab|readthedocs|bitbucket|gitbook)\.io|(?:netlify|vercel|web|pages|onrender|deno|streamlit|base44|lovable|bubbleapps)\.(?:app|dev|com|io)|workers\.dev|fly\.dev|herokuapp\.com|firebaseapp\.com|azurewebsites\.net|cloudfront\.net|blogspot\.(?:com?\.)?[a-z]{2,3}|wordpress\.com|tumblr\.com|substack\.com|medium\.com|ghost\.io|neocities\.org|weebly\.com|wixsite\.com|livejournal\.com|hatenablog\.com|bandcamp\.com|itch\.io|surge\.sh|notion\.site|carrd\.co|myshopify\.com|typepad\.com|over-blog\.com|bearblog\.dev|micro\.blog|stripe\.com|signalvnoise\.com)$/

/** Hosts of one site. */
export const sameHosts: readonly [hosts: RegExp, host: string][] = [
  // Wikimedia's mobile hosts: en.m.wikipedia.org.
  [
    /^([a-z-]+)\.m\.((?:wikipedia|wiktionary|wikiquote|wikibooks|wikisource|wikinews|wikiversity|wikivoyage|wikimedia)\.org)$/,
    '$1.$2',
  ],
  [/^(?:(?:old|np|new|nr|i|en|sh)\.)?reddit\.com$/, 'reddit.com'],
  [/^(?:web|mbasic|touch|free|[a-z]{2}-[a-z]{2})\.facebook\.com$/, 'facebook.com'],
  [/^(?:twitter|vxtwitter|fxtwitter|fixupx|fixvx)\.com$/, 'x.com'],
  [/^(?:music\.youtube|youtube-nocookie)\.com$/, 'youtube.com'],
  [/^telegram\.me$/, 't.me'],
  [/^(?:edition|us|lite)\.cnn\.com$/, 'cnn.com'],
]

/** Sites that write the address of one page in several ways. The pattern is compared with the host, path and query, and the new address is final. */
export const samePages: readonly [address: RegExp, page: string][] = [
  [/^youtu\.be\/([\w-]+)(?:[?#].*)?$/, 'youtube.com/watch?v=$1'],
  [
    /^youtube\.com\/(?:shorts|embed|live|v|e)\/(?!videoseries|live_stream)([\w-]+)(?:[?#].*)?$/,
    'youtube.com/watch?v=$1',
  ],
  [/^youtube\.com\/watch\?(?=(?:.*&)?v=([\w-]+))(?!(?:.*&)?lc=).*$/, 'youtube.com/watch?v=$1'],
  [/^redd\.it\/(\w+)(?:[?#].*)?$/, 'reddit.com/comments/$1'],
  [
    /^reddit\.com\/(?:(?:r|u|user)\/[\w-]+\/)?comments\/(\w+)\/[^/?#]*\/(\w+)(?:[?#].*)?$/,
    'reddit.com/comments/$1/_/$2',
  ],
  [
    /^reddit\.com\/(?:gallery|(?:(?:r|u|user)\/[\w-]+\/)?comments)\/(\w+)(?:\/[^/?#]*)?(?:[?#].*)?$/,
    'reddit.com/comments/$1',
  ],
  [/^x\.com\/(?:\w+|i\/web)\/status(?:es)?\/(\d+)(?:[/?#].*)?$/, 'x.com/i/status/$1'],
  [/^instagram\.com\/(?:[\w.]+\/)?(?:p|reels?|tv)\/([\w-]+)(?:[?#].*)?$/, 'instagram.com/p/$1'],
  [/^tiktok\.com\/@[\w.-]+\/(?:video|photo)\/(\d+)(?:[?#].*)?$/, 'tiktok.com/video/$1'],
  [/^t\.me\/s\/([\w-]+\/\d+)$/, 't.me/$1'],
  [
    /^(?:[\w-]+\.)?medium\.com\/(?:(?:@[\w.]+|[\w-]+)\/)?(?:p\/|[^/?#]*-)([0-9a-f]{10,12})$/,
    'medium.com/p/$1',
  ],
  [/^(amazon\.[a-z.]+)\/(?:[^?#]*\/)?(?:dp|gp\/product|gp\/aw\/d)\/([A-Z0-9]{10})(?:[/?#].*)?$/, '$1/dp/$2'],
  [
    /^(?:[a-z-]+\.)?(stackoverflow\.com|superuser\.com|serverfault\.com|[a-z]+\.stackexchange\.com)\/q(?:uestions)?\/(\d+)(?:\/[^/?#]*)?$/,
    '$1/questions/$2',
  ],
]

/** Addresses that only lead to another one. `target` finds it in the address; the others have it in a parameter, which `unwrap` reads. */
export type Redirector = { hosts: RegExp; path?: RegExp } & (
  | { parameters: readonly string[]; read?: 'bing' | 'proofpoint' }
  | { target: RegExp; read?: 'google-news' }
)

const google = /^(?:www\.)?google\.(?:com?\.)?[a-z]{2,3}$/

export const redirectors: readonly Redirector[] = [
  { hosts: google, path: /^\/(?:url|imgres)$/, parameters: ['url', 'q', 'imgrefurl'] },
  { hosts: google, target: /^\/amp\/(?:s\/)?(.+)$/ },
  { hosts: /\.cdn\.ampproject\.org$/, target: /^\/[a-z]\/(?:s\/)?(.+)$/ },
  { hosts: /^(?:www\.)?bing-amp\.com$/, target: /^\/c\/(?:s\/)?(.+)$/ },
  {
    hosts: /^news\.google\.com$/,
    target: /^\/(?:__i\/)?(?:rss\/)?(?:articles|read)\/([\w-]+)/,
    read: 'google-news',
  },
  { hosts: /^(?:www\.)?bing\.com$/, path: /^\/news\/apiclick\.aspx$/i, parameters: ['url'] },
  { hosts: /^(?:www\.)?bing\.com$/, path: /^\/ck\/a$/, parameters: ['u'], read: 'bing' },
  { hosts: /^(?:html\.|www\.)?duckduckgo\.com$/, path: /^\/l\/?$/, parameters: ['uddg'] },
  { hosts: /^r\.search\.yahoo\.com$/, target: /\/RU=([^/]+)\// },
  { hosts: /^(?:www\.)?yandex\.[a-z]+$/, path: /^\/clck\//, parameters: ['url'] },
  { hosts: /^lm?\.(?:facebook|instagram|messenger|threads)\.(?:com|net)$/, parameters: ['u'] },
  { hosts: /^(?:www\.|m\.)?facebook\.com$/, path: /^\/(?:flx\/warn\/?|l\.php)$/, parameters: ['u'] },
  { hosts: /^t\.umblr\.com$/, path: /^\/redirect$/, parameters: ['z'] },
  { hosts: /^out\.reddit\.com$/, parameters: ['url'] },
  { hosts: /^(?:www\.|m\.)?youtube\.com$/, path: /^\/redirect$/, parameters: ['q'] },
  { hosts: /^(?:www\.)?linkedin\.com$/, path: /^\/(?:redir\/redirect|safety\/go)\/?$/, parameters: ['url'] },
  { hosts: /^(?:m\.)?vk\.(?:com|ru)$/, path: /^\/away(?:\.php)?$/, parameters: ['to'] },
  { hosts: /^slack-redir\.net$/, path: /^\/link$/, parameters: ['url'] },
  { hosts: /\.safelinks\.protection\.outlook\.com$/, parameters: ['url'] },
  { hosts: /^steamcommunity\.com$/, path: /^\/linkfilter\/?$/, parameters: ['u', 'url'] },
  { hosts: /^exit\.sc$/, parameters: ['url'] },
  { hosts: /^href\.li$/, target: /^\/\?(.+)$/ },
  { hosts: /^urldefense\.(?:proofpoint\.)?com$/, path: /^\/v2\/url$/, parameters: ['u'], read: 'proofpoint' },
  { hosts: /^urldefense\.com$/, target: /^\/v3\/__(.+?)__;/ },
  { hosts: /^(?:go\.redirectingat|go\.skimresources)\.com$/, parameters: ['url'] },
  { hosts: /^click\.linksynergy\.com$/, parameters: ['murl'] },
]

/** Fragments that are a place on the page, although they look like a post of it. */
export const places =
  /^(?:comments?|comment-(?:form|list|respond|area)|comments-.*|respond|reply-title|top|main|content|more-\d+)$/i
/** Fragments that are a post of the page: those with a digit, and these. */
export const posts = /\d|^(?:comment|issuecomment|reply|post|message|msg|answer|discussion|[cpr])[-_:]/i
