export interface Heading {
  level: number;
  text: string;
}

const fence = /^( *)(`{3,})[^\n]*\n([\s\S]*?)^\1\2`*[ \t]*$/gm;

export function headingsOf(markdown: string): Heading[] {
  return [...prose(markdown).matchAll(/^(#{1,6}) +(.+?) *#*$/gm)].map(([, marks = '', text = '']) => ({
    level: marks.length,
    text,
  }));
}

/** The language of each block stands in its first line. */
export function codeBlocksOf(markdown: string): string[] {
  return [...markdown.matchAll(fence)].map(([block]) => block);
}

/** Targets of inline links, reference links and pictures. */
export function linksOf(markdown: string): string[] {
  const text = prose(markdown).replace(/`[^`\n]*`/g, '');
  const inline = [...text.matchAll(/\]\(\s*<?([^()\s>]+(?:\([^()\s]*\))?)>?[^)]*\)/g)];
  const references = [...text.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)];
  return [...inline, ...references].map(([, target = '']) => target);
}

/** As GitHub and most site generators make them from headings; one that comes again gets a number. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const { text } of headingsOf(markdown)) {
    const base = text
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = base;
    for (let n = 1; anchors.has(anchor); n += 1) anchor = `${base}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

function prose(markdown: string): string {
  return markdown.replace(fence, '');
}
