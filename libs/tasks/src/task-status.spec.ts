import { isTerminal, statusesBefore, TASK_STATUSES } from './task-status.js';

describe('task statuses', () => {
  it('never leave an end', () => {
    const ends = TASK_STATUSES.filter(isTerminal);
    expect(ends).toEqual(['succeeded', 'failed', 'canceled']);
    for (const to of TASK_STATUSES) {
      for (const end of ends) expect(statusesBefore(to)).not.toContain(end);
    }
  });

  it('reach success through processing only', () => {
    expect(statusesBefore('succeeded')).toEqual(['processing']);
  });
});
