import { type Command, Option } from 'commander';
import { lazily } from '../terminal/action.js';

const INPUT = 'a file, an address, or - for standard input';

export function declareMedia(program: Command): void {
  program.commandsGroup('Pictures, videos, music:');
  task('relight', 'give a picture other light')
    .argument('<picture>', INPUT)
    .option('--prompt <text>', 'guides the light, such as "sunset from the left"')
    .option('--reference <picture>', 'a picture whose light is taken over')
    .option('--light-map <picture>', 'a map of the light')
    .option('--style <name>', 'style of the light, such as smooth or contrasted_n_hdr')
    .action(lazily(async () => (await import('./pictures.js')).relight));
  task('style', 'give a picture the style of another one')
    .argument('<picture>', INPUT)
    .argument('<reference>', 'the picture whose style is taken')
    .option('--prompt <text>', 'words on color, light and finish')
    .action(lazily(async () => (await import('./pictures.js')).style));
  task('skin', 'enhance the skin of a portrait')
    .argument('<picture>', INPUT)
    .addOption(
      new Option('--mode <mode>', 'how').choices(['faithful', 'creative', 'flexible']).default('faithful'),
    )
    .action(lazily(async () => (await import('./pictures.js')).skin));
  task('video', 'make a video from a start frame, a start and an end frame, or references')
    .argument('<pictures...>', INPUT)
    .option('--model <name>', 'model', 'vq2-turbo')
    .option('--prompt <text>', 'what happens')
    .option('--duration <seconds>', 'length')
    .option('--resolution <name>', 'such as 720p')
    .option('--references', 'the pictures are references, not frames')
    .action(lazily(async () => (await import('./videos.js')).video));
  task('extend', 'make a video longer')
    .argument('<video>', INPUT)
    .option('--model <name>', 'model', 'vq2-turbo')
    .option('--prompt <text>', 'what happens in the added seconds')
    .option('--duration <seconds>', 'seconds to add')
    .option('--creation <id>', 'id of the creation that the video is, if it was made here')
    .action(lazily(async () => (await import('./videos.js')).extend));
  program
    .command('music')
    .description('make music from words, or for a video; it is saved or played while it is made')
    .argument('[words...]', 'what it should be like')
    .option('--video <video>', 'the video to make it for')
    .option('--duration <seconds>', 'length')
    .option('-o, --output <file>', 'file to write, or - for standard output')
    .option('--play', 'play it by ffplay, mpv or vlc while it is made')
    .action(lazily(async () => (await import('./music.js')).music));

  const tasks = program.command('tasks').description('list your tasks; see, cancel and collect them');
  tasks
    .command('list', { isDefault: true })
    .description('your tasks, newest first')
    .option('--kind <kind>', 'only of this kind, such as image-relight')
    .option('--status <status>', 'only with this status, such as processing')
    .option('--limit <number>', 'at most so many', '20')
    .action(lazily(async () => (await import('./tasks.js')).list));
  tasks
    .command('show')
    .description('all of one task')
    .argument('<id>')
    .action(lazily(async () => (await import('./tasks.js')).show));
  tasks
    .command('wait')
    .description('wait for the end of a task, and save what it made')
    .argument('<id>')
    .option('-o, --output <file>', 'file or folder to save it to')
    .action(lazily(async () => (await import('./tasks.js')).wait));
  tasks
    .command('cancel')
    .description('end a task that has not ended')
    .argument('<id>')
    .action(lazily(async () => (await import('./tasks.js')).cancel));
  program
    .command('quote')
    .description('what a task would cost: quote image-relight -f image=@photo.jpg')
    .argument('<kind>', 'kind of the task, such as image-relight')
    .option('-f, --field <name=value...>', 'field of the request; @FILE sends a file')
    .action(lazily(async () => (await import('./tasks.js')).quote));

  function task(name: string, description: string): Command {
    return program
      .command(name)
      .description(description)
      .option('-o, --output <file>', 'file or folder to save the result to')
      .option('-f, --field <name=value...>', 'any other field of the request, as text or JSON')
      .option('--no-wait', 'print the id of the task and end')
      .option('--cancel-on-interrupt', 'Ctrl-C also cancels the task');
  }
}
