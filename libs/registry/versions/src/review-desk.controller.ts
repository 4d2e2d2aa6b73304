import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly, ApiErrors, CurrentPrincipal, type Principal } from '#libs/platform/http';
import {
  AssignReviewRequest,
  ReviewFiguresQuery,
  ReviewNoteRequest,
  ReviewSubject,
} from './dto/review.request.js';
import {
  ReviewAssignmentResponse,
  ReviewFiguresResponse,
  ReviewNotesResponse,
} from './dto/review.response.js';
import { ReviewNotFound, ReviewTaken, TooManyNotes } from './node-version.errors.js';
import { ReviewDesk } from './review-desk.js';

@ApiTags('Node versions')
@AdminOnly()
@Controller('admin/reviews')
export class ReviewDeskController {
  constructor(private readonly desk: ReviewDesk) {}

  /**
   * How the review of versions and the answers to reports went in the last weeks, newest first. Holds and reports count for the
   * week in which they began.
   */
  @Get('figures')
  async getReviewFigures(@Query() { weeks }: ReviewFiguresQuery): Promise<ReviewFiguresResponse> {
    return ReviewFiguresResponse.from(await this.desk.figures(weeks));
  }

  /** Takes an entry of the review queue, or gives it back. An entry that is left alone for 7 days goes back to all. */
  @Put(':kind/:id/assignee')
  @ApiErrors(ReviewNotFound, ReviewTaken)
  async assignReview(
    @CurrentPrincipal() principal: Principal,
    @Param() subject: ReviewSubject,
    @Body() { is_mine: isMine, force }: AssignReviewRequest,
  ): Promise<ReviewAssignmentResponse> {
    return ReviewAssignmentResponse.from(await this.desk.assign(principal, subject, isMine, force));
  }

  /** What admins noted on an entry, oldest first; nobody else sees it. */
  @Get(':kind/:id/notes')
  async listReviewNotes(@Param() subject: ReviewSubject): Promise<ReviewNotesResponse> {
    return ReviewNotesResponse.from(await this.desk.listNotes(subject));
  }

  /** Notes something on an entry, for admins. */
  @Post(':kind/:id/notes')
  @ApiErrors(ReviewNotFound, TooManyNotes)
  async addReviewNote(
    @CurrentPrincipal() principal: Principal,
    @Param() subject: ReviewSubject,
    @Body() { text }: ReviewNoteRequest,
  ): Promise<ReviewNotesResponse> {
    return ReviewNotesResponse.from(await this.desk.note(principal, subject, text));
  }
}
