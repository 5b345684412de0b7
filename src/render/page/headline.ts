// Total, peak, and what would lower it.
import {at, foreign, grow, make, prose, size, stamp, swatch, type Part} from './dom';
import {human, plural, share, sum} from './size';
import type {View} from './space';

export const bar = (parts: [kind: string, part: number, whole: number][]): HTMLElement => make('div.parts', {'aria-hidden': 'true'},
  parts.map(([kind, part, whole]) => make(`span.c-${kind}`, {style: `width:${(100 * part) / whole}%`})));
export const classList = (V: View, classes: View['classes']): HTMLElement => make('ul.classes', classes.map(([kind, bytes]) =>
  make('li', swatch(`c-${kind}`), `${kind} `, size(bytes), ` ${share(bytes, sum(V.classes, entry => entry[1]))}`)));

export function headline(V: View): HTMLElement {
  const {M, space: s, steps} = V;
  const figure = (name: string, bytes: number, how: Part) =>
    make('div.figure', make('span.what', name), make('strong', {title: `${bytes} bytes`}, human(bytes)), make('span.how', how));
  const parts = ([['arguments', 'arguments'], ['outputs', 'outputs'], ['constants', 'constants'], ['temporaries', 'temporary']] as const)
    .filter(([name]) => s[name]).map(([name, word], i) => [i ? ' + ' : '= ', size(s[name]), ` ${word}`]);
  const peak = s.temporary_peak;
  const whole = sum(V.classes, entry => entry[1]);
  const lacks = stamp('of-lacks');
  // The other file of a dump that has only its report.
  const report = M.from_report && M.files.find(f => /-memory-usage-report\.txt/.test(f.path));
  if (report) grow(at('.of_file code', lacks), foreign(report.path.split('/').at(-1)!.replace(/-memory-usage-report\.txt.*/, '-buffer-assignment.txt')));
  const lack = {of_file: report, from_report: M.from_report && !report, live_ranges: !M.live_ranges && !M.from_report, instructions: !M.instructions,
    stack_frames_missing: M.stack_frames_missing};
  for (const [name, is] of Object.entries(lack)) if (!is) at(`.${name}`, lacks).remove();
  return make('section.headline', {'aria-label': 'total and peak'},
    make('div.figures', figure('total allocated', s.total, [parts, s.shared > 0 && [' − ', size(s.shared), ' shared']]),
      peak ? figure('peak', s.peak!, `at instruction ${peak.step} of ${steps} (${human(peak.bytes)} of it temporary)`)
        : s.peak !== undefined && M.live_ranges && figure('peak', s.peak, 'the same at every instruction')),
    M.incomplete && make('p.verdict over', prose(M.incomplete)),
    M.thread_local > 0 && make('p.hint', 'plus ', size(M.thread_local), ' thread-local'),
    s.fit && [make(s.fit.fits ? 'p.verdict fits' : 'p.verdict over', prose(s.fit.verdict)), s.fit.assumption && make('p.hint', prose(s.fit.assumption)),
      s.fit.suggestions && [make('p', s.fit.heading), make('ol.suggestions', s.fit.suggestions.map(text => make('li', prose(text))))]],
    s.verdict && make(s.savings.length ? 'p.verdict' : 'p.verdict calm', prose(s.verdict)),
    whole > 0 && [bar(V.classes.map(([kind, bytes]) => [kind, bytes, whole])), classList(V, V.classes)],
    lacks, M.left_out && make('p.lack', `${plural(M.left_out.count, 'value')} (${human(M.left_out.bytes)}), the least in bytes × instructions, not in this page.`));
}
